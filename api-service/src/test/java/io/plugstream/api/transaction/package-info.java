@NullMarked
package io.plugstream.api.transaction;

import org.jspecify.annotations.NullMarked;
