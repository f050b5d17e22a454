/** English that is left on a page whose language has an accent on every letter: words that no message said. */
(names) => {
  /** What the browser itself says of times, dates, lists and languages in a language it doesn't know. */
  const KNOWN =
    /^(seconds?|minutes?|hours?|days?|and|jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?|(sun|mon|tues|wednes|thurs|fri|satur)day|english|dutch|french|german|spanish|portuguese|portugal)$/i;
  /** What is quoted from a booklet is in its language; an address and a seal are in none. */
  const QUOTED = /“[^”]*”|https?:\S+|\b[0-9a-f]{32,}\b/g;
  const raw = (text) =>
    (text.replaceAll(QUOTED, "").match(/[A-Za-z]{3,}/g) ?? []).filter(
      (word) => /[aeiou]/i.test(word) && !KNOWN.test(word) && !names.includes(word),
    );
  /** Drawings, names of languages, keys and codes. */
  const OTHERS = ".tile, .avatar, option, script, noscript, style, kbd, code, .code";

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
