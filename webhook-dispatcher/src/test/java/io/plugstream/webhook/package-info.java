@NullMarked
package io.plugstream.webhook;

import org.jspecify.annotations.NullMarked;
