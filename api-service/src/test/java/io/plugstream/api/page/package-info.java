@NullMarked
package io.plugstream.api.page;

import org.jspecify.annotations.NullMarked;
