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

  /** An update may remove the focused element, such as a row. Then the element around it gets the focus. */
  update(/** @type {Map<PropertyKey, unknown>} */ changed) {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const around = this.contains(focused) ? placesAround(focused) : [];
    super.update(changed);
    if (!focused?.isConnected) {
      around.find((place) => place.isConnected)?.focus();
    }
  }

  createRenderRoot() {
    return this;
  }
}

/**
 * The focusable elements around an element, from the inside out.
 *
 * @param {HTMLElement | null} element
 */
function placesAround(element) {
  /** @type {HTMLElement[]} */
  const places = [];
  for (let place = element?.parentElement; place; place = place.parentElement) {
    if (place.hasAttribute('tabindex')) {
      places.push(place);
    }
  }
  return places;
}
