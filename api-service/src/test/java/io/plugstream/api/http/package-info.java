@NullMarked
package io.plugstream.api.http;

import org.jspecify.annotations.NullMarked;
