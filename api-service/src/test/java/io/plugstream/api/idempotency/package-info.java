@NullMarked
package io.plugstream.api.idempotency;

import org.jspecify.annotations.NullMarked;
