@NullMarked
package io.plugstream.webhook.outcome;

import org.jspecify.annotations.NullMarked;
