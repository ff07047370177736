/** Validation of records against the published descriptions. */
@NullMarked
package io.plugstream.contract;

import org.jspecify.annotations.NullMarked;
