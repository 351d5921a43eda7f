import type { RequestListener, Server } from 'node:http';

/**
 * Serves requests, with connections before them: a turn of the event loop that brings a connection serves one request only,
 * the others wait in the order they came. libuv accepts one connection a turn (https://github.com/libuv/libuv/pull/3696), so
 * that without this somebody who connects behind two hundred others waits for as many turns, each with a request of everybody
 * before. Requests whose client has gone meanwhile are not served.
 */
export function serveAcceptingFirst(server: Server, serve: RequestListener): void {
  const waiting: Parameters<RequestListener>[] = [];
  let holds = false;
  let accepted = false;
  const serveUnlessGone = ([request, response]: Parameters<RequestListener>) => {
    if (!response.destroyed) serve(request, response);
  };
  const nextTurn = () => {
    holds = accepted;
    accepted = false;
    if (holds) setImmediate(nextTurn);
    const [first, ...others] = waiting.splice(0, holds ? 1 : waiting.length);
    if (first !== undefined) serveUnlessGone(first);
    // Each in a callback of its own, as they come from the network: what answers at once has ended before the next begins,
    // and is not counted among requests under way.
    for (const other of others) setImmediate(serveUnlessGone, other);
  };
  server.on('connection', () => {
    accepted = true;
    if (holds) return;
    holds = true;
    setImmediate(nextTurn);
  });
  server.on('request', (request, response) => {
    if (holds) waiting.push([request, response]);
    else serve(request, response);
  });
}
