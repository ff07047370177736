@NullMarked
package io.plugstream.api.webhook;

import org.jspecify.annotations.NullMarked;
