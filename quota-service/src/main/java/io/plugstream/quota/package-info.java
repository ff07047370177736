/** Each API call decided against its organisation's daily allowance, in the order of the log. */
@NullMarked
package io.plugstream.quota;

import org.jspecify.annotations.NullMarked;
