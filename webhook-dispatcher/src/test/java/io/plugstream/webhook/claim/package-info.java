@NullMarked
package io.plugstream.webhook.claim;

import org.jspecify.annotations.NullMarked;
