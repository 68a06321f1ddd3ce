// The theme of VitePress, with the pictures and frames of this site.

import { useData } from "vitepress";
import DefaultTheme from "vitepress/theme";
import { nextTick, onMounted, watch } from "vue";
import Gallery from "./Gallery.vue";
import Playground from "./Playground.vue";
import Records from "./Records.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  setup() {
    // The theme has a main landmark only on pages with the layout "doc".
    const { frontmatter } = useData();
    const mark = async () => {
      await nextTick();
      const layout = frontmatter.value.layout ?? "doc";
      const content = document.getElementById("VPContent");
      if (layout === "doc") content?.removeAttribute("role");
      else content?.setAttribute("role", "main");
    };
    onMounted(() => watch(frontmatter, mark, { immediate: true }));
  },
  enhanceApp({ app }) {
    app.component("Gallery", Gallery);
    app.component("Playground", Playground);
    app.component("Records", Records);
  },
};
