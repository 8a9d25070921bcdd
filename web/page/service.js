"use strict";
// Keeps the whole page, so that it opens without a network.
const NAME = "parlor-{version}";
const FILES = ["./", {files}];

addEventListener("install", (event) => event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES))));
addEventListener("activate", (event) =>
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((n) => n !== NAME).map((n) => caches.delete(n))))));
addEventListener("fetch", (event) =>
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept || fetch(event.request))));
