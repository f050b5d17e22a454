import { trace } from "./untraced";
import { mount } from "svelte";
import App from "./App.svelte";
import "./app/early";
import { wantedLanguage } from "./app/language";
import { keepFresh } from "./app/fresh";
import { applyLooks } from "./app/looks";
import { settings } from "./app/settings.svelte";
import { speak } from "./app/speech.svelte";
import { wordsIn } from "./app/wordfiles";
import "./board/style/board.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/screens.css";
import "./styles/forced.css";

/** Words shown in another font would move when their own arrives: it is waited for, but not for long. */
const fonts = ["500 15px Figtree Variable", "700 54px Bricolage Grotesque Variable"];
const patience = new Promise((enough) => setTimeout(enough, 500));

trace();
const language = wantedLanguage();
const page = document.getElementById("app")!;
applyLooks(settings.now, language);
const shaped = Promise.race([Promise.allSettled(fonts.map((font) => document.fonts.load(font))), patience]);
const [said] = await Promise.allSettled([speak(language), shaped]);
if (said.status === "fulfilled") {
  mount(App, { target: page });
  keepFresh();
} else {
  const textContent = wordsIn(language, "error_screen");
  page.append(Object.assign(document.createElement("p"), { role: "alert", textContent }));
}
