/** Asking again and again, while somebody looks. */

/** Do something now and every so many seconds; hidden pages wait until they are seen. What is given back ends it. */
export function every(seconds: number, work: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const run = async (): Promise<void> => {
    clearTimeout(timer);
    await work();
    if (!ended && document.visibilityState === "visible") timer = setTimeout(() => void run(), seconds * 1000);
  };
  const seen = (): void => {
    if (document.visibilityState === "visible") void run();
    else clearTimeout(timer);
  };
  document.addEventListener("visibilitychange", seen);
  void run();
  return () => {
    ended = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", seen);
  };
}
