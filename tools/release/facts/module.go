package main

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
)

// module is a Go module of one release of Kubernetes, unpacked in the module cache.
type module struct {
	Path  string
	Dir   string
	Error string
}

// stagingModules are the modules with API types, with the folders whose packages are read, recursively.
var stagingModules = []struct {
	path    string
	folders []string
}{
	{"k8s.io/api", []string{"."}},
	{"k8s.io/apiextensions-apiserver", []string{"pkg/apis"}},
	{"k8s.io/apimachinery", []string{"pkg/api/resource", "pkg/apis", "pkg/runtime", "pkg/util/intstr"}},
	{"k8s.io/kube-aggregator", []string{"pkg/apis"}},
}

// release is a release of Kubernetes, such as `1.37.2`.
type release struct {
	minor, patch string
}

func parseRelease(text string) (release, error) {
	parts := strings.Split(text, ".")
	if len(parts) != 3 || parts[0] != "1" || !isNumber(parts[1]) || !isNumber(parts[2]) {
		return release{}, fmt.Errorf("invalid release %q: expected 1.MINOR.PATCH, such as 1.37.2", text)
	}
	return release{parts[1], parts[2]}, nil
}

func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// server returns the version of k8s.io/kubernetes.
func (r release) server() string { return "v1." + r.minor + "." + r.patch }

// staging returns the version of the modules that are published from k8s.io/kubernetes.
func (r release) staging() string { return "v0." + r.minor + "." + r.patch }

// number returns the number of the minor release, such as 37. parseRelease checked that it has only digits.
func (r release) number() int {
	number, _ := strconv.Atoi(r.minor)
	return number
}

// download returns a module, after the Go command has downloaded and verified it.
func download(path, version string) (module, error) {
	output, err := exec.Command("go", "mod", "download", "-json", path+"@"+version).Output()
	var found module
	if broken := json.Unmarshal(output, &found); broken != nil {
		return module{}, fmt.Errorf("cannot download %s@%s: %w", path, version, firstError(err, broken))
	}
	if found.Error != "" {
		return module{}, fmt.Errorf("cannot download %s@%s: %s", path, version, found.Error)
	}
	return found, nil
}

func firstError(errors ...error) error {
	for _, err := range errors {
		if err != nil {
			return err
		}
	}
	return nil
}
