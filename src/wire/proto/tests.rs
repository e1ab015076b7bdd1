use super::*;

#[test]
fn varints_of_all_lengths_return() {
    for value in [0, 1, 127, 128, 300, 16383, 16384, u64::from(u32::MAX), i64::MAX as u64, u64::MAX] {
        for number in [1, 15, 16, 2047, 2048, (1 << 29) - 1] {
            let mut writer = Writer::default();
            writer.varint(number, value);
            let mut reader = Reader::new(writer.written());
            assert_eq!(reader.tag(), Ok(Some((number, WireType::Varint))));
            assert_eq!(reader.varint(), Ok(value));
            assert!(reader.is_at_end());
        }
    }
}

#[test]
fn refuses_what_is_cut_off_or_impossible() {
    assert_eq!(Reader::new(&[0x80]).varint(), Err(WireError::UnexpectedEof));
    assert_eq!(Reader::new(&[0xff; 11]).varint(), Err(WireError::IntegerOverflow));
    assert_eq!(Reader::new(&[0x05, 1]).bytes(), Err(WireError::UnexpectedEof));
    assert_eq!(Reader::new(&[0x00, 1]).tag(), Err(WireError::IllegalTag(0, 0)));
    assert_eq!(Reader::new(&[0x0c]).tag(), Err(WireError::EndGroup));
}

#[test]
fn skips_nested_groups() {
    let mut reader = Reader::new(&[0x0b, 0x13, 0x14, 0x08, 0x01, 0x0c, 0x10, 0x07]);
    assert_eq!(reader.tag(), Ok(Some((1, WireType::StartGroup))));
    reader.skip(WireType::StartGroup).expect("the group is complete");
    assert_eq!(reader.tag(), Ok(Some((2, WireType::Varint))));
}

#[test]
fn texts_of_all_lengths_return() {
    let text: Vec<u8> = (0..100).collect();
    let mut writer = Writer::default();
    (0..text.len()).for_each(|length| writer.bytes(16, &text[..length]));
    let mut reader = Reader::new(writer.written());
    for length in (0..text.len()).rev() {
        assert_eq!(reader.tag(), Ok(Some((16, WireType::Length))));
        assert_eq!(reader.bytes(), Ok(&text[..length]));
    }
    assert!(reader.is_at_end());
}

#[test]
fn the_writer_grows_to_the_front() {
    let mut writer = Writer::default();
    let text = [b'x'; 3000];
    writer.bytes(3, &text);
    writer.bytes(1, &text);
    let mut reader = Reader::new(writer.written());
    assert_eq!(reader.tag(), Ok(Some((1, WireType::Length))));
    assert_eq!(reader.bytes(), Ok(&text[..]));
    assert_eq!(reader.tag(), Ok(Some((3, WireType::Length))));
    assert_eq!(reader.bytes(), Ok(&text[..]));
}
