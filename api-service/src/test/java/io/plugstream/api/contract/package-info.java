/** What holds for every request, whatever it is for. */
@NullMarked
package io.plugstream.api.contract;

import org.jspecify.annotations.NullMarked;
