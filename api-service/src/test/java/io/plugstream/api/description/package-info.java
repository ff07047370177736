/** Holds the service to its published description, and the description to the service. */
@NullMarked
package io.plugstream.api.description;

import org.jspecify.annotations.NullMarked;
