/**
 * The net side: talking with the server.
 *
 * `api` is the HTTP part. A `Connection` is one table's socket: it keeps `known` (see game.ts) up to date, tells its
 * `Listener`, and carries commands out. protocol.ts has the types of everything said.
 */

export * from "./api";
export { Connection, RefusedError, type Asked, type Listener, type Status } from "./connection";
export { follow, knownFrom, positionOf, type Game, type Known } from "./game";
export type * from "./protocol";
export { EMOTES, VERSION } from "./protocol";
export { browser, type Socket, type World } from "./world";
