// The theme of VitePress, with the pictures and frames of this site.

import DefaultTheme from "vitepress/theme";
import Gallery from "./Gallery.vue";
import Playground from "./Playground.vue";
import Records from "./Records.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("Gallery", Gallery);
    app.component("Playground", Playground);
    app.component("Records", Records);
  },
};
