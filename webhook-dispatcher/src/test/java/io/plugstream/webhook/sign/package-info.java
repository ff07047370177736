@NullMarked
package io.plugstream.webhook.sign;

import org.jspecify.annotations.NullMarked;
