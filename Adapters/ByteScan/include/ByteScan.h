// Finds the bytes that matter to a CSV parser in 64 bytes of text, at a fraction of a cycle per byte. The results are
// bit masks, with one bit for each byte.
//
// It uses SSE2 on x86-64 and NEON on ARM. All these processors support them, so no choice at run time is necessary. The
// portable version is for other processors, and for the tests, which check that both versions are equal.
//
// Each function reads exactly 64 bytes from `text`. The caller must provide them, at any alignment.

#ifndef AUGER_BYTE_SCAN_H
#define AUGER_BYTE_SCAN_H

#include <stdint.h>
#include <string.h>

/// Bit `i` is set if the byte at `text + i` is of the given kind.
typedef struct {
  uint64_t lineFeeds;
  uint64_t returns;
  uint64_t quotes;
} LineBits;

/// Returns the bits of the bytes that equal `wanted`, for eight bytes at a time.
///
/// Sound: arithmetic on unsigned numbers, which wraps around.
static inline uint64_t bytescan_equal8(uint64_t word, uint8_t wanted) {
  const uint64_t low = 0x7F7F7F7F7F7F7F7FULL;
  uint64_t difference = word ^ (0x0101010101010101ULL * wanted);
  // 0x80 for each zero byte, and 0 for all others.
  uint64_t zeros = ~(((difference & low) + low) | difference | low);
  // The high bit of byte k moves to bit 56 + k. No other bit reaches these bits.
  return ((zeros >> 7) * 0x0102040810204080ULL) >> 56;
}

/// Sound: copies eight times eight of the 64 bytes of `text`.
static inline uint64_t bytescan_portable_equal(const uint8_t *text, uint8_t wanted) {
  uint64_t bits = 0;
  for (int at = 0; at < 8; at += 1) {
    uint64_t word;
    memcpy(&word, text + 8 * at, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    bits |= bytescan_equal8(word, wanted) << (8 * at);
  }
  return bits;
}

/// Sound: reads the 64 bytes of `text`.
static inline LineBits bytescan_portable_lines(const uint8_t *text, uint8_t quote) {
  LineBits bits = {
    bytescan_portable_equal(text, '\n'), bytescan_portable_equal(text, '\r'), bytescan_portable_equal(text, quote),
  };
  return bits;
}

/// Sound: reads the 64 bytes of `text`.
static inline uint64_t bytescan_portable_ends(const uint8_t *text, uint8_t delimiter) {
  return bytescan_portable_equal(text, delimiter) | bytescan_portable_equal(text, '\n')
    | bytescan_portable_equal(text, '\r');
}

#if defined(__SSE2__)

#include <emmintrin.h>

/// Sound: works on values in registers.
static inline uint64_t bytescan_bits(__m128i a, __m128i b, __m128i c, __m128i d) {
  return (uint64_t)(uint32_t)_mm_movemask_epi8(a) | (uint64_t)(uint32_t)_mm_movemask_epi8(b) << 16
    | (uint64_t)(uint32_t)_mm_movemask_epi8(c) << 32 | (uint64_t)(uint32_t)_mm_movemask_epi8(d) << 48;
}

/// Sound: reads the four vectors of the caller's array.
static inline uint64_t bytescan_equal(const __m128i v[4], uint8_t wanted) {
  const __m128i w = _mm_set1_epi8((char)wanted);
  return bytescan_bits(
    _mm_cmpeq_epi8(v[0], w), _mm_cmpeq_epi8(v[1], w), _mm_cmpeq_epi8(v[2], w), _mm_cmpeq_epi8(v[3], w));
}

/// Sound: loads four times 16 of the 64 bytes of `text`, with instructions that do not require alignment.
static inline LineBits bytescan_lines(const uint8_t *text, uint8_t quote) {
  const __m128i *p = (const __m128i *)text;
  const __m128i v[4] = {
    _mm_loadu_si128(p), _mm_loadu_si128(p + 1), _mm_loadu_si128(p + 2), _mm_loadu_si128(p + 3),
  };
  LineBits bits = {bytescan_equal(v, '\n'), bytescan_equal(v, '\r'), bytescan_equal(v, quote)};
  return bits;
}

/// Sound: loads four times 16 of the 64 bytes of `text`, with instructions that do not require alignment.
static inline uint64_t bytescan_ends(const uint8_t *text, uint8_t delimiter) {
  const __m128i *p = (const __m128i *)text;
  const __m128i d = _mm_set1_epi8((char)delimiter), n = _mm_set1_epi8('\n'), r = _mm_set1_epi8('\r');
  __m128i found[4];
  for (int at = 0; at < 4; at += 1) {
    const __m128i v = _mm_loadu_si128(p + at);
    found[at] = _mm_or_si128(_mm_cmpeq_epi8(v, d), _mm_or_si128(_mm_cmpeq_epi8(v, n), _mm_cmpeq_epi8(v, r)));
  }
  return bytescan_bits(found[0], found[1], found[2], found[3]);
}

#elif defined(__ARM_NEON) && defined(__aarch64__)

#include <arm_neon.h>

/// Sound: loads the 16 weights and works on values in registers.
static inline uint64_t bytescan_bits(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
  static const uint8_t weights[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t w = vld1q_u8(weights);
  uint8x16_t ab = vpaddq_u8(vandq_u8(a, w), vandq_u8(b, w));
  uint8x16_t cd = vpaddq_u8(vandq_u8(c, w), vandq_u8(d, w));
  uint8x16_t sum = vpaddq_u8(ab, cd);
  sum = vpaddq_u8(sum, sum);
  return vgetq_lane_u64(vreinterpretq_u64_u8(sum), 0);
}

/// Sound: reads the four vectors of the caller's array.
static inline uint64_t bytescan_equal(const uint8x16_t v[4], uint8_t wanted) {
  const uint8x16_t w = vdupq_n_u8(wanted);
  return bytescan_bits(vceqq_u8(v[0], w), vceqq_u8(v[1], w), vceqq_u8(v[2], w), vceqq_u8(v[3], w));
}

/// Sound: loads four times 16 of the 64 bytes of `text`, with instructions that do not require alignment.
static inline LineBits bytescan_lines(const uint8_t *text, uint8_t quote) {
  const uint8x16_t v[4] = {vld1q_u8(text), vld1q_u8(text + 16), vld1q_u8(text + 32), vld1q_u8(text + 48)};
  LineBits bits = {bytescan_equal(v, '\n'), bytescan_equal(v, '\r'), bytescan_equal(v, quote)};
  return bits;
}

/// Sound: loads four times 16 of the 64 bytes of `text`, with instructions that do not require alignment.
static inline uint64_t bytescan_ends(const uint8_t *text, uint8_t delimiter) {
  const uint8x16_t d = vdupq_n_u8(delimiter), n = vdupq_n_u8('\n'), r = vdupq_n_u8('\r');
  uint8x16_t found[4];
  for (int at = 0; at < 4; at += 1) {
    const uint8x16_t v = vld1q_u8(text + 16 * at);
    found[at] = vorrq_u8(vceqq_u8(v, d), vorrq_u8(vceqq_u8(v, n), vceqq_u8(v, r)));
  }
  return bytescan_bits(found[0], found[1], found[2], found[3]);
}

#else

/// Sound: reads the 64 bytes of `text`.
static inline LineBits bytescan_lines(const uint8_t *text, uint8_t quote) {
  return bytescan_portable_lines(text, quote);
}

/// Sound: reads the 64 bytes of `text`.
static inline uint64_t bytescan_ends(const uint8_t *text, uint8_t delimiter) {
  return bytescan_portable_ends(text, delimiter);
}

#endif

#endif
