/** English that is left on a page whose language has an accent on every letter: words that no message said. */
() => {
  /** Names, and what the browser itself says of times, dates and lists in a language it doesn't know. */
  const KNOWN = /^(ann|tilery|seconds?|minutes?|hours?|days?|and|or|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)$/i;
  const raw = (text) => (text.match(/[A-Za-z]{3,}/g) ?? []).filter((word) => /[aeiou]/i.test(word) && !KNOWN.test(word));
  /** What people and booklets said, codes, keys, and names of languages. */
  const OTHERS = ".tile, .avatar, option, script, style, title, kbd, code, .code, q, [data-said]";

  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (!parentElement.closest(OTHERS)) found.push(...raw(data).map((word) => `English: ${word} in "${data.trim()}"`));
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
    for (const name of ["aria-label", "title", "placeholder", "alt"])
      found.push(...raw(element.getAttribute(name) ?? "").map((word) => `English: ${word} in ${name}`));
  return [...new Set(found)];
};
