// A sound and a notice when it becomes one's turn at this table, for those who ask for it.
import { onChange, texts } from "./step.js";
import { notify, ring, wanted } from "./ring.js";

onChange((fresh, before) => {
  if (!wanted() || !fresh.turn || (before.turn && before.seat === fresh.seat)) return;
  ring();
  notify(texts.turn, fresh.prompt);
});
