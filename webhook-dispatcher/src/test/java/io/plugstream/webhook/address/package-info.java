@NullMarked
package io.plugstream.webhook.address;

import org.jspecify.annotations.NullMarked;
