@NullMarked
package io.plugstream.api.outbox;

import org.jspecify.annotations.NullMarked;
