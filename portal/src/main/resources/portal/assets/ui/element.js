import { LitElement } from 'lit';

/** An element of the portal. It has no shadow root, so that all elements share one style sheet and ids for labels. */
export class Element extends LitElement {
  constructor() {
    super();
    /** Aborted when the element is removed. */
    this.gone = new AbortController();
  }

  connectedCallback() {
    super.connectedCallback();
    this.gone = new AbortController();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.gone.abort();
  }

  createRenderRoot() {
    return this;
  }
}
