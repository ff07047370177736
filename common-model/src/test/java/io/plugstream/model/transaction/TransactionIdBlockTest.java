package io.plugstream.model.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TransactionIdBlockTest {

    @Test
    void blocksFollowEachOtherFromOne() {
        assertThat(TransactionIdBlock.firstId(0)).isEqualTo(1);
        assertThat(TransactionIdBlock.firstId(1)).isEqualTo(101);
    }

    @Test
    void idsNeverLeaveThirtyOneBits() {
        assertThat(TransactionIdBlock.firstId(21_474_835)).isEqualTo(2_147_483_501);
        assertThatThrownBy(() -> TransactionIdBlock.firstId(21_474_836)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> TransactionIdBlock.firstId(Long.MAX_VALUE)).isInstanceOf(ArithmeticException.class);
    }
}
