import { LitElement } from 'lit';

/** An element of the portal. It has no shadow, so that one style sheet and labels by id serve all of them. */
export class Element extends LitElement {
  createRenderRoot() {
    return this;
  }
}
