import { expect, test } from "vitest";
import { Announcer } from "../../src/app/announce";

/** An announcer whose clock is moved by hand, and what it has said so far. */
function listening(): { announcer: Announcer; heard: string[]; wait: (seconds: number) => void } {
  let now = 0;
  let timers: { at: number; what: () => void }[] = [];
  const announcer = new Announcer({
    later(seconds, what) {
      const timer = { at: now + seconds, what };
      timers.push(timer);
      return () => (timers = timers.filter((each) => each !== timer));
    },
  });
  const heard: string[] = [];
  const listen = (): void => {
    const { text } = announcer.polite;
    if (text && text !== heard.at(-1)) heard.push(text);
  };
  const wait = (seconds: number): void => {
    listen();
    const end = now + seconds;
    for (;;) {
      const [next] = timers.filter(({ at }) => at <= end).sort((one, two) => one.at - two.at);
      if (!next) break;
      now = next.at;
      timers = timers.filter((each) => each !== next);
      next.what();
      listen();
    }
    now = end;
  };
  return { announcer, heard, wait };
}

test("what happened is said one after the other, and nothing is lost", () => {
  const { announcer, heard, wait } = listening();
  for (const text of ["Bo drew", "Cy drew", "Di played 3 tiles"]) announcer.say(text);
  wait(10);
  expect(heard).toEqual(["Bo drew", "Cy drew", "Di played 3 tiles"]);
  expect(announcer.polite.text).toBe("");
});

test("of many places that a hand passes by only the last is said", () => {
  const { announcer, heard, wait } = listening();
  for (const place of ["first", "second", "third", "fourth"]) announcer.instead("hand", place);
  wait(0.5);
  expect(heard).toEqual(["fourth"]);
  announcer.instead("hand", "fifth");
  wait(0.2);
  expect(heard).toEqual(["fourth", "fifth"]);
});

test("a hand is answered before what the others did, which is told after it", () => {
  const { announcer, heard, wait } = listening();
  for (const text of ["Bo drew", "Cy drew", "Di drew"]) announcer.say(text);
  wait(0.3);
  announcer.instead("hand", "Lifted: red 7");
  wait(0.2);
  expect(heard).toEqual(["Bo drew", "Lifted: red 7"]);
  wait(10);
  expect(heard).toEqual(["Bo drew", "Lifted: red 7", "Cy drew", "Di drew"]);
});

test("how the turn stands takes the place of how it stood, and keeps its place among the rest", () => {
  const { announcer, heard, wait } = listening();
  announcer.say("You drew");
  announcer.instead("turn", "Bo is playing");
  announcer.say("Bo drew");
  announcer.instead("turn", "Cy is playing");
  wait(10);
  expect(heard).toEqual(["You drew", "Bo drew", "Cy is playing"]);
});

test("what is no longer so is not said", () => {
  const { announcer, heard, wait } = listening();
  announcer.say("Cy drew");
  announcer.instead("turn", "Di is playing");
  announcer.instead("turn", "");
  wait(10);
  expect(heard).toEqual(["Cy drew"]);
});
