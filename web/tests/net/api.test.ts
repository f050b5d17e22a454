import { expect, test } from "vitest";
import { Api, ApiError, matchRecordPath } from "../../src/net/api";
import type { GameResult } from "../../src/net/routes";

/** A server that answers everything alike, and what it was asked. */
function answering(body: unknown, options: ResponseInit = {}): { api: Api; asked: [string, RequestInit][] } {
  const asked: [string, RequestInit][] = [];
  const headers = { "content-type": "application/json", ...(options.headers as Record<string, string>) };
  const api = new Api((path, how) => {
    asked.push([path, how]);
    return Promise.resolve(new Response(body === null ? null : JSON.stringify(body), { ...options, headers }));
  });
  return { api, asked };
}

const failure = (doing: Promise<unknown>): Promise<ApiError> =>
  doing.then(
    () => expect.unreachable(),
    (error: unknown) => error as ApiError,
  );

test("a question goes out as the server expects it", async () => {
  const { api, asked } = answering({ id: "g1", name: "Ann" });
  expect((await api.arrive("Ann")).name).toBe("Ann");
  const [path, how] = asked[0]!;
  expect([path, how.method, how.credentials]).toEqual(["/api/guests", "POST", "same-origin"]);
  expect(how.body).toBe('{"name":"Ann"}');
});

test("what stands in an address cannot lead elsewhere", async () => {
  const { api, asked } = answering({ id: "T" });
  await api.follow("../me?x");
  expect(asked[0]![0]).toBe("/api/codes/..%2Fme%3Fx");
  expect(matchRecordPath("T1", 2)).toBe("/api/tables/T1/matches/2/record");
});

test("a page of games begins after the last one seen", async () => {
  const { api, asked } = answering({ games: [], more: false });
  await api.games();
  await api.games({ after: { id: "g7", ended: 12.5 } as GameResult, edition: "sabra" });
  expect(asked.map(([path]) => path)).toEqual([
    "/api/me/games",
    "/api/me/games?before=12.5&before_game=g7&edition=sabra",
  ]);
});

test("problem details become an error with a code", async () => {
  const misfits = [{ code: "too-many-racks", row: "rack_size", values: { most: "4" } }];
  const told = { title: "", status: 422, detail: "not so", code: "rules", misfits };
  const headers = { "content-type": "application/problem+json", "retry-after": "7" };
  const error = await failure(answering(told, { status: 422, headers }).api.makeTable({}));
  expect(error).toBeInstanceOf(ApiError);
  expect([error.code, error.status, error.message, error.wait]).toEqual(["rules", 422, "not so", 7]);
  expect(error.misfits).toEqual(misfits);
});

test("an answer that is not the server's, and none at all, have codes too", async () => {
  const strange = answering("Bad Gateway", { status: 502, headers: { "content-type": "text/html" } });
  expect((await failure(strange.api.me())).code).toBe("unavailable");
  const offline = new Api(() => Promise.reject(new TypeError("failed to fetch")));
  expect(await failure(offline.me())).toMatchObject({ code: "offline", status: 0 });
});

test("an empty answer is no trouble", async () => {
  expect(await answering(null, { status: 204 }).api.signOut()).toBe("");
});
