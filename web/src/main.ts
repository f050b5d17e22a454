import { trace } from "./untraced";
import { mount } from "svelte";
import App from "./App.svelte";
import { language, speak } from "./app/language";
import { keepFresh } from "./app/fresh";
import { applyLooks } from "./app/looks";
import { settings } from "./app/settings.svelte";
import "./board/style/board.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/screens.css";
import "./styles/forced.css";

/** Words shown in another font would move when their own arrives: it is waited for, but not for long. */
const fonts = ["500 15px Figtree Variable", "700 54px Bricolage Grotesque Variable"];
const patience = new Promise((enough) => setTimeout(enough, 500));

trace();
speak();
applyLooks(settings.now, language());
await Promise.race([Promise.allSettled(fonts.map((font) => document.fonts.load(font))), patience]);
mount(App, { target: document.getElementById("app")! });
keepFresh();
