// One table on two devices: who moves tells the lab, and who waits asks it. The lab offers it only where other machines
// may reach it.
import { at, request, visit } from "./answerer.js";
import { board, game, same } from "./board.js";
import { $, make } from "./dom.js";

const PACE = 1000;
const shared = () => game?.dataset.together;
let turn = Number(game?.dataset.turn ?? 0);

export const alone = () => !shared();

// What is shown here becomes what the other one sees; whoever comes too late sees what the other one did.
export async function share(go) {
  if (alone()) return;
  const here = board()?.dataset.link;
  if (!here) return;
  const query = at(here).search.slice(1);
  const reply = await request(`${shared()}?turn=${turn}&${query}`, { method: "POST" }).catch(() => null);
  if (reply?.ok || reply?.status === 409) await take(await reply.json(), go);
}

async function take(state, go) {
  turn = state.turn;
  if (!same(state.address, board().dataset.link)) await go(state.address, { entry: "", told: true });
}

export function meeting(go) {
  $("#together")?.addEventListener("click", async (event) => {
    const link = at(board().dataset.here);
    const reply = await request(`${event.target.dataset.share}${link.search}`, { method: "POST" });
    if (reply.ok) visit((await reply.json()).address);
  });
  if (alone()) return;
  const place = $("#invitation");
  if (place) place.append(make("code", { textContent: at(place.dataset.invite).href }));
  setInterval(async () => {
    const reply = await request(`${shared()}/state`).catch(() => null);
    if (!reply?.ok) return;
    const state = await reply.json();
    if (state.turn !== turn) take(state, go);
  }, PACE);
}
