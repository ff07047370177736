@NullMarked
package io.plugstream.webhook.deliver;

import org.jspecify.annotations.NullMarked;
