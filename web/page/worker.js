"use strict";
// Holds the rooms as WebAssembly. It is sent the module once, then requests one at a time; the page ends it to stop it.
let rooms, told = 0;

const text = (at, length) => new TextDecoder().decode(new Uint8Array(rooms.memory.buffer, at, length));

const env = {
  parlor_now: () => performance.now(),
  parlor_begun: (at, length) => postMessage({ command: text(at, length) }),
  parlor_look: (done, of) => {
    const now = Date.now();
    if (now - told < 100) return;
    told = now;
    postMessage({ progress: [done, of] });
  },
};

function answer(request) {
  const asked = new TextEncoder().encode(JSON.stringify(request));
  const room = rooms.parlor_room(asked.length);
  new Uint8Array(rooms.memory.buffer, room, asked.length).set(asked);
  const at = rooms.parlor_answer(room, asked.length);
  const sizes = new DataView(rooms.memory.buffer, at, 8);
  const [heading, body] = [sizes.getUint32(0, true), sizes.getUint32(4, true)];
  return { ...JSON.parse(text(at + 8, heading)), body: rooms.memory.buffer.slice(at + 8 + heading, at + 8 + heading + body) };
}

onmessage = async ({ data }) => {
  try {
    if (data.module) {
      rooms = (await WebAssembly.instantiate(data.module, { env })).exports;
      postMessage({ ready: true });
    } else {
      const told = answer(data);
      postMessage({ told }, [told.body]);
    }
  } catch (error) {
    // A search that outgrows the page ends the module; the page starts another.
    postMessage({ failed: String(error) });
  }
};
