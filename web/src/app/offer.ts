/** Whether somebody who has never played is offered the course: once, on the home page. */

import { settings } from "./settings.svelte";

/** Nobody who has set up a table, begun the course or been asked before is asked. */
export const offersCourse = (): boolean =>
  !settings.now.offeredCourse && settings.now.lastSetup === null && !Object.keys(settings.now.learned).length;

/** It was answered, one way or the other. */
export const courseOffered = (): void => settings.choose({ offeredCourse: true });
