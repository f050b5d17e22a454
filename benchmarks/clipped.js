/** What is wrong with the words of a page: it can be scrolled sideways, or a text is cut off or outside the window. */
() => {
  const faults = [];
  const page = document.scrollingElement;
  if (page.scrollWidth > page.clientWidth) faults.push(`scrolls sideways: ${page.scrollWidth} in ${page.clientWidth}`);

  const cuts = (value) => value === "hidden" || value === "clip";
  const scrolls = (value) => value === "auto" || value === "scroll";
  const ROOM = 1.5;

  /** Why a text in a box is not seen as a whole; an empty text when it is. */
  function cutOff(box, inside) {
    let free = { x: false, y: false };
    for (let outer = inside; outer && outer !== document.documentElement; outer = outer.parentElement) {
      const style = getComputedStyle(outer);
      if (style.display === "inline") continue;
      const edge = outer.getBoundingClientRect();
      free = { x: free.x || scrolls(style.overflowX), y: free.y || scrolls(style.overflowY) };
      if (!free.x && cuts(style.overflowX) && (box.left < edge.left - ROOM || box.right > edge.right + ROOM)) return "cut off";
      if (!free.y && cuts(style.overflowY) && (box.top < edge.top - 3 * ROOM || box.bottom > edge.bottom + 3 * ROOM))
        return "cut off below";
      if (style.position === "fixed") break;
    }
    if (!free.x && (box.left < -ROOM || box.right > innerWidth + ROOM)) return "outside the window";
    return "";
  }

  /** Words for screen readers alone, numbers on tiles, and what is not shown. */
  const isUnread = (element) =>
    !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
    element.closest(".tile, .avatar, .hero-tiles, option, script, style, title") ||
    (element.closest("[class]") && [...climb(element)].some((each) => getComputedStyle(each).clipPath === "inset(50%)"));
  function* climb(element) {
    for (let each = element; each; each = each.parentElement) yield each;
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const element = text.parentElement;
    if (!text.data.trim() || isUnread(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const why = [...range.getClientRects()].map((box) => cutOff(box, element)).find(Boolean);
    if (why) faults.push(`${why}: "${text.data.trim()}" in ${element.tagName.toLowerCase()}.${element.className}`);
  }
  for (const box of document.querySelectorAll("select, input:not([type=file])")) {
    if (box.checkVisibility() && box.scrollWidth > box.clientWidth + 1) faults.push(`cut off: ${box.tagName} ${box.value}`);
  }
  return faults;
};
