// The other library.

enum Frame {}

private struct Corner {}

struct Photo {
  struct Cover {}

  let advice = "use -o to keep it, as `ffmpeg -i` does"
}
