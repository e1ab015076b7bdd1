package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// zoo reads the made-up package in `testdata`.
func zoo(t *testing.T) []packageFacts {
	t.Helper()
	packages, err := readTree(module{Path: "k8s.io/api", Dir: "testdata/api"}, ".")
	if err != nil {
		t.Fatal(err)
	}
	return packages
}

// checkFile compares a value with a JSON file in `testdata`. The variable BLESS rewrites the file.
func checkFile(t *testing.T, name string, value any) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("BLESS") != "" {
		if err := write(path, value, nil); err != nil {
			t.Fatal(err)
		}
	}
	made := filepath.Join(t.TempDir(), name)
	if err := write(made, value, nil); err != nil {
		t.Fatal(err)
	}
	got, want := readText(t, made), readText(t, path)
	if got != want {
		t.Errorf("%s: got\n%s", path, got)
	}
}

func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestTypes(t *testing.T) {
	checkFile(t, "types.json", zoo(t))
}

func TestLifeCyclesCombineMarkersAndMethodsByHand(t *testing.T) {
	kinds := zoo(t)[0].Kinds
	want := []life{
		{Introduced: "1.2", Deprecated: "1.9", Replacement: ",v2,Keeper"},
		{Introduced: "1.2", Deprecated: "1.4"},
		{Introduced: "1.2", Deprecated: "1.9", Replacement: ",v2,Keeper"},
	}
	for i, each := range want {
		if kinds[i].life != each {
			t.Errorf("%s: got %+v, want %+v", kinds[i].Kind, kinds[i].life, each)
		}
	}
}

// discovery returns the groups of a server whose resource `keepers` has the given storage hash.
func discovery(t *testing.T, hash string) ([]servedGroup, error) {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("testdata/discovery")); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "apis__zoo.example.com__v1.json")
	text := strings.Replace(readText(t, path), "HASH", hash, 1)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return readDiscovery(folder, zoo(t))
}

func TestServed(t *testing.T) {
	// The first 8 bytes of the SHA-256 of `zoo.example.com/v1/Keeper`.
	groups, err := discovery(t, "3AqDUOeHJgU=")
	if err != nil {
		t.Fatal(err)
	}
	checkFile(t, "served.json", groups)
}

func TestStorageHashesOfNoKnownVersionAreErrors(t *testing.T) {
	_, err := discovery(t, "AAAAAAAAAAA=")
	want := "apis__zoo.example.com__v1.json: keepers: no version of Keeper has the storage hash AAAAAAAAAAA="
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestVersionsGrowByOneRelease(t *testing.T) {
	path := filepath.Join(t.TempDir(), "versions.txt")
	for _, number := range []string{"1.30.1", "1.31.0", "1.32.4", "1.31.0"} {
		of, err := parseRelease(number)
		if err == nil {
			err = addVersions(path, of, "testdata/openapi")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	want := tableHeader + `releases 1.30.1 1.31.0 1.32.4
v1 Pod 1.30-
zoo.example.com/v1 Keeper 1.30-1.30,1.32-
zoo.example.com/v1 Warden 1.31-1.31
`
	if got := readText(t, path); got != want {
		t.Errorf("got\n%s", got)
	}
	err := addVersions(path, release{"34", "0"}, "testdata/openapi")
	if err == nil || !strings.Contains(err.Error(), "1.34.0.json") {
		t.Errorf("got %v, want an error that names the missing document", err)
	}
	table, err := parseTable(want)
	if err == nil {
		err = table.add(release{"34", "0"}, []string{"v1 Pod"})
	}
	if err == nil || err.Error() != "the table has the releases 1.30 to 1.32: add 1.33 next" {
		t.Errorf("got %v, want an error about the gap", err)
	}
}

func TestRemovedKinds(t *testing.T) {
	// The new release lacks the kind Keeper, and with it the type Shift. Habits are still there.
	next := zoo(t)
	next[0].Kinds = next[0].Kinds[1:2]
	delete(next[0].Structs, "Keeper")
	delete(next[0].Types, "Shift")
	folder := t.TempDir()
	files := map[string]any{"old.json.gz": zoo(t), "new.json": next, "legacy.json": []legacyPackage{{Path: "z"}}}
	for name, value := range files {
		if err := write(filepath.Join(folder, name), value, nil); err != nil {
			t.Fatal(err)
		}
	}
	legacy := filepath.Join(folder, "legacy.json")
	var texts []string
	for range 2 {
		err := addLegacy(legacy, filepath.Join(folder, "old.json.gz"), filepath.Join(folder, "new.json"), release{"36", "3"})
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, readText(t, legacy))
	}
	if texts[0] != texts[1] {
		t.Error("the second run changed the file")
	}
	var found []legacyPackage
	if err := readJSON(legacy, &found); err != nil {
		t.Fatal(err)
	}
	names := append(sortedKeys(found[1].Structs), sortedKeys(found[1].Types)...)
	if got := strings.Join(names, " "); len(found) != 2 || got != "Keeper Shift" || found[1].Release != "1.36" {
		t.Errorf("got %s in %d packages", got, len(found))
	}
	for i, want := range []string{"Keeper", "Warden"} {
		if kind := found[1].Kinds[i]; kind.Kind != want || kind.LastSeen != "1.36" {
			t.Errorf("got %+v, want %s", kind, want)
		}
	}
}

func TestGroups(t *testing.T) {
	root := t.TempDir()
	for _, group := range []string{"apps", "batch", "abac"} {
		folder := filepath.Join(root, "pkg", "apis", group, "install")
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if group != "abac" {
			if err := os.WriteFile(filepath.Join(folder, "install.go"), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	text, err := groupImports(module{Path: "k8s.io/kubernetes", Dir: root})
	want := "import (\n\t_ \"k8s.io/kubernetes/pkg/apis/apps/install\"\n\t_ \"k8s.io/kubernetes/pkg/apis/batch/install\"\n)\n"
	if err != nil || !strings.HasSuffix(text, want) {
		t.Errorf("got %v and\n%s", err, text)
	}
	if _, err := groupImports(module{Dir: t.TempDir()}); err == nil {
		t.Error("a module without groups is accepted")
	}
}

func TestReport(t *testing.T) {
	old, next := zoo(t), zoo(t)
	keeper := next[0].Structs["Keeper"]
	keeper.Fields = append(keeper.Fields[1:], fieldFacts{Name: "New", JSON: "new", Type: "bool"})
	next[0].Structs["Keeper"] = keeper
	next[0].Kinds[1].Deprecated = "1.5"
	next[0].Kinds[2].Kind = "Guard"
	before := behavior{gates: map[string]bool{"Food": false}, byHand: map[string]bool{}, functions: map[string]string{
		"zoo/v1 SetDefaults_Keeper": "a", "zoo/v1 Convert_v1_Keeper_To_zoo_Keeper": "features.Food", "zoo/v1 SetObjectDefaults_Keeper": "a"}}
	after := behavior{gates: map[string]bool{"Food": true}, byHand: map[string]bool{"zoo/v1 SetDefaults_Keeper": true}, functions: map[string]string{
		"zoo/v1 SetDefaults_Keeper": "b", "zoo/v1 Convert_v1_Keeper_To_zoo_Keeper": "features.Food", "zoo/v1 SetObjectDefaults_Keeper": "b"}}
	got := typeChanges(old, next) + behaviorChanges(before, after)
	for _, want := range []string{
		"## New kinds (1)\n\n- [ ] `zoo.example.com/v1 Guard`: introduced 1.2, deprecated 1.9, replaced by ,v2,Keeper\n",
		"## Removed kinds (1)\n\n- [ ] `zoo.example.com/v1 Warden`\n",
		"- [ ] `zoo.example.com/v1 KeeperList`: introduced 1.2, deprecated 1.4 → introduced 1.2, deprecated 1.5\n",
		"- [ ] `zoo.example.com/v1 Keeper.New` `bool` as `new`\n",
		"- [ ] `zoo.example.com/v1 Keeper.TypeMeta` `k8s.io/apimachinery/pkg/apis/meta/v1.TypeMeta` inline\n",
		"- [ ] `zoo/v1 SetDefaults_Keeper`: `api-defs/zoo/v1.yaml` `defaults.Keeper`, `src/apis/functions/zoo`\n",
		"- [ ] `Food`: off → on, in `zoo/v1 Convert_v1_Keeper_To_zoo_Keeper`\n",
		"- [ ] `zoo/v1`: `SetObjectDefaults_Keeper`, 0 conversions\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the report lacks %q:\n%s", want, got)
		}
	}
	if same := typeChanges(old, zoo(t)) + behaviorChanges(before, before); same != "" {
		t.Errorf("without changes: %s", same)
	}
}

func TestFeatureGates(t *testing.T) {
	of := behavior{gates: map[string]bool{}}
	of.addGates("\tOld: {\n\t\t{Version: v(\"1.1\"), Default: true},\n\t\t{Version: v(\"1.2\"), Default: false},\n\t},\n\tgenericfeatures.New: {\n\t\t{Default: true},\n\t},\n")
	if on, known := of.gates["Old"]; on || !known || !of.gates["New"] {
		t.Errorf("got %v", of.gates)
	}
}

func TestMistakesInTables(t *testing.T) {
	for text, want := range map[string]string{
		"v1 Pod 1.16-":                     "line 1: expected `releases …`, then `GROUP/VERSION KIND RANGES`",
		"releases 1.16":                    `line 1: invalid release "1.16": expected 1.MINOR.PATCH, such as 1.37.2`,
		"releases 1.16.1\nv1 Pod 1.16":     `line 2: invalid range "1.16": expected a range such as 1.16-1.21 or 1.16-`,
		"releases 1.16.1\nv1 Pod 1.18-":    `line 2: invalid range "1.18-": expected a range such as 1.16-1.21 or 1.16-`,
		"releases 1.16.1\nv1 Pod x-1.1 y ": "line 2: expected `releases …`, then `GROUP/VERSION KIND RANGES`",
	} {
		if _, err := parseTable(text); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}
