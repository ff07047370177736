import { LitElement } from 'lit';

/** An element of the portal. It has no shadow root, so that all elements share one style sheet and ids for labels. */
export class Element extends LitElement {
  createRenderRoot() {
    return this;
  }
}
