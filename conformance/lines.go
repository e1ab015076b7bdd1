package main

import (
	"compress/gzip"
	"io"
	"os"
	"strings"
)

// writeZipped writes lines into a gzip file without the time and place of its creation.
func writeZipped(path string, lines []string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	zip, err := gzip.NewWriterLevel(file, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(zip, joined(lines)); err != nil {
		return err
	}
	return zip.Close()
}

// joined terminates every line with a line feed.
func joined(lines []string) string {
	var out strings.Builder
	for _, line := range lines {
		out.WriteString(line)
		out.WriteByte('\n')
	}
	return out.String()
}
