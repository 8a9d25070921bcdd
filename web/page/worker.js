"use strict";
// Holds the rooms as WebAssembly. It is sent the module's bytes once, then requests one at a time; the page ends it to
// stop it.
let rooms, memory, told = 0;

const look = (done, of) => {
  const now = Date.now();
  if (now - told > 100) {
    told = now;
    postMessage({ progress: [done, of] });
  }
};

async function begin(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes, { env: { parlor_look: look } });
  rooms = instance.exports;
  memory = rooms.memory;
  postMessage({ ready: true });
}

function answer(request) {
  const text = new TextEncoder().encode(JSON.stringify(request));
  const room = rooms.parlor_room(text.length);
  new Uint8Array(memory.buffer, room, text.length).set(text);
  const at = rooms.parlor_answer(room, text.length);
  const length = new DataView(memory.buffer).getUint32(at, true);
  return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, at + 4, length)));
}

onmessage = ({ data }) => {
  if (data.module) {
    begin(data.module).catch((error) => postMessage({ failed: String(error) }));
    return;
  }
  try {
    postMessage({ answer: answer(data) });
  } catch (error) {
    // A search that outgrows the page ends the module; the page starts another.
    postMessage({ failed: String(error) });
  }
};
