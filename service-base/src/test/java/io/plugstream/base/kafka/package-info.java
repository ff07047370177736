@NullMarked
package io.plugstream.base.kafka;

import org.jspecify.annotations.NullMarked;
