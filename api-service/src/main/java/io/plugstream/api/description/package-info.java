/** The published description of the API, and the page to read it on. */
@NullMarked
package io.plugstream.api.description;

import org.jspecify.annotations.NullMarked;
