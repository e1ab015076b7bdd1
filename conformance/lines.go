package main

import (
	"compress/gzip"
	"io"
	"os"
	"strings"
)

// writeZipped writes lines into a gzip file that says nothing of the time and the place of its making.
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

// joined ends every line.
func joined(lines []string) string {
	var out strings.Builder
	for _, line := range lines {
		out.WriteString(line)
		out.WriteByte('\n')
	}
	return out.String()
}
