// The service worker: the page's files are kept, so that it works without a network.

declare const BUILD: string;
declare const FILES: string[];

const scope = self as unknown as ServiceWorkerGlobalScope;
const name = `stonemask-${BUILD}`;

scope.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(name)
      .then((cache) => cache.addAll(FILES))
      .then(() => scope.skipWaiting()),
  );
});

scope.addEventListener("activate", (event) => {
  const isOld = (other: string) => other.startsWith("stonemask-") && other !== name;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((old) => caches.delete(old))))
      .then(() => scope.clients.claim()),
  );
});

scope.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(
    caches.open(name).then(async (cache) => {
      const kept = await cache.match(event.request, { ignoreSearch: true });
      return kept ?? fetch(event.request);
    }),
  );
});

export {};
