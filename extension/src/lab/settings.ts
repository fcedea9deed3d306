/** The settings of diagrams: JupyterLab's registry holds them, `preferences` brings them to the diagrams. */
import type { JupyterFrontEnd, JupyterFrontEndPlugin } from "@jupyterlab/application";
import { ISettingRegistry } from "@jupyterlab/settingregistry";
import { ITranslator, nullTranslator } from "@jupyterlab/translation";
import { hub } from "../hub.ts";
import { DEFAULTS, type Preferences, prefer } from "../preferences.ts";
import { AMERICAN } from "./spelling.ts";

export const SETTINGS = "graphlab:settings";

export const settingsPlugin: JupyterFrontEndPlugin<void> = {
  id: SETTINGS,
  description: "The settings of graphlab's diagrams.",
  autoStart: true,
  optional: [ISettingRegistry, ITranslator],
  activate: (_app: JupyterFrontEnd, registry: ISettingRegistry | null, translator: ITranslator | null) => {
    const trans = (translator ?? nullTranslator).load("graphlab");
    // The catalogue would replace marks that have no value by "undefined": words.ts inserts the values.
    const translated = (text: string) => trans.__(text, "%1", "%2", "%3");
    hub.translate = translated;
    const apply = ({ composite }: ISettingRegistry.ISettings) => {
      const { textSize, spelling, auxiliary, direction, animation, colourBy, addTo } = composite;
      const isAmerican = spelling === "American";
      hub.translate = (text) => {
        const found = translated(text);
        return isAmerican && found === text ? (AMERICAN[text] ?? text) : found;
      };
      prefer({
        textSize: typeof textSize === "number" ? textSize / 100 : DEFAULTS.textSize,
        auxiliary: auxiliary !== false,
        direction: direction === "right" ? "right" : "down",
        colourBy: typeof colourBy === "string" && colourBy !== "kind" ? colourBy : DEFAULTS.colourBy,
        addTo: addTo === "new" || addTo === "cell" ? addTo : DEFAULTS.addTo,
        animation: (animation as Preferences["animation"]) ?? DEFAULTS.animation,
      });
    };
    void registry?.load(SETTINGS).then(
      (settings) => {
        apply(settings);
        settings.changed.connect(apply);
      },
      (error) => console.warn("graphlab: the settings can't be read", error),
    );
  },
};
