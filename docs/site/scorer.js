/* How the search orders what it finds: Sphinx's scores, and what it does not know of these pages. */
const HISTORY = /^(changelog|architecture|performance|reliability|api_coverage|contributing|index|reference|learn)$/;
const GUIDE = /^(errors$|how_to\/(?!index)|course\/(?!index)|coming_from\/(?!index)|start$)/;

var Scorer = {
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
  score([page, title, , about, score, , kind]) {
    const query = (new URLSearchParams(location.search).get("q") || "").trim();
    if (kind === "object") {
      if (title === query) return score + 20; // tf.layers.dense, not tf.keras.layers.Dense
      return score - (title.startsWith("tf.compat.") ? 12 : title.startsWith("tf.contrib.") ? 2 : 0);
    }
    return score + (GUIDE.test(page) ? 2 : HISTORY.test(page) ? -4 : 0);
  },
};
