//! The encoded values of a working set, in one piece of memory.

/// As wide as the values are aligned.
type Word = u128;

const WORD: usize = size_of::<Word>();

/// Each value is aligned to 16 and followed by a zero byte at least, as docs/protocol.md asks.
#[derive(Default)]
pub struct EncodedValues {
    words: Vec<Word>,
    extents: Vec<Extent>,
}

#[derive(Clone, Copy)]
struct Extent {
    offset: usize,
    size: usize,
}

impl EncodedValues {
    pub fn add(&mut self, value: &[u8]) {
        let offset = self.words.len() * WORD;
        self.extents.push(Extent { offset, size: value.len() });
        let mut last = [0; WORD];
        let whole = value.chunks_exact(WORD);
        last[..whole.remainder().len()].copy_from_slice(whole.remainder());
        let words = whole.map(|word| word.try_into().expect("a word's bytes"));
        self.words.extend(words.chain([last]).map(Word::from_ne_bytes));
    }

    pub fn clear(&mut self) {
        *self = Self::default();
    }

    pub fn len(&self) -> usize {
        self.extents.len()
    }

    /// Of all values together.
    pub fn size(&self) -> usize {
        self.extents.iter().map(|extent| extent.size).sum()
    }

    pub fn iter(&self) -> impl Iterator<Item = &[u8]> + Clone {
        let (words, size) = (self.words.as_ptr(), self.words.len() * WORD);
        // SAFETY: these are the bytes of the words, and words have no others.
        let bytes = unsafe { std::slice::from_raw_parts(words.cast::<u8>(), size) };
        self.extents.iter().map(move |extent| &bytes[extent.offset..][..extent.size])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lie_side_by_side_aligned_and_ended_by_a_zero() {
        let mut values = EncodedValues::default();
        let some: [&[u8]; 4] = [b"a", b"", &[7; 16], b"ccc"];
        some.iter().for_each(|value| values.add(value));
        assert_eq!((values.len(), values.size()), (4, 20));
        assert!(values.iter().eq(some));
        let addresses: Vec<_> = values.iter().map(|value| value.as_ptr() as usize).collect();
        assert_eq!(addresses[0] % 16, 0);
        let offsets: Vec<_> = addresses.iter().map(|address| address - addresses[0]).collect();
        assert_eq!(offsets, [0, 16, 32, 64]);
        let bytes: Vec<_> = values.words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        values.extents.iter().for_each(|at| assert_eq!(bytes[at.offset + at.size], 0));
    }
}
