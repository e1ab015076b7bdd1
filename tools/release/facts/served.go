package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// servedGroup is an API group with the resources of all its versions, in the server's order of preference.
type servedGroup struct {
	Group     string           `json:"group"`
	Versions  []string         `json:"versions"`
	Resources []servedResource `json:"resources"`
}

type servedResource struct {
	Version      string              `json:"version"`
	Resource     string              `json:"resource"`
	Kind         string              `json:"kind"`
	Scope        string              `json:"scope"`
	Singular     string              `json:"singular"`
	ShortNames   []string            `json:"shortNames"`
	Categories   []string            `json:"categories"`
	Verbs        []string            `json:"verbs"`
	Subresources []servedSubresource `json:"subresources"`
	Storage      string              `json:"storage,omitempty"`
}

type servedSubresource struct {
	Name  string   `json:"name"`
	Kind  string   `json:"kind"`
	Verbs []string `json:"verbs"`
}

// discoveryGroups is the content of `apis.json`.
type discoveryGroups struct {
	Groups []struct {
		Name     string
		Versions []struct{ Version string }
	}
}

// discoveryVersion is the content of `apis__GROUP__VERSION.json`.
type discoveryVersion struct {
	Resources []discoveryResource
}

type discoveryResource struct {
	Name, SingularName, Group, Version, Kind string
	Namespaced                               bool
	ShortNames, Categories, Verbs            []string
	StorageVersionHash                       string
}

// servedFacts reads the discovery documents in k8s.io/kubernetes, which a server with every API enabled wrote.
func servedFacts(of release) ([]servedGroup, error) {
	packages, err := typeFacts(of)
	if err != nil {
		return nil, err
	}
	module, err := download("k8s.io/kubernetes", of.server())
	if err != nil {
		return nil, err
	}
	return readDiscovery(filepath.Join(module.Dir, "api", "discovery"), packages)
}

func readDiscovery(folder string, packages []packageFacts) ([]servedGroup, error) {
	core, err := readGroup(folder, "", []string{"v1"}, packages)
	if err != nil {
		return nil, err
	}
	var listed discoveryGroups
	if err := readJSON(filepath.Join(folder, "apis.json"), &listed); err != nil {
		return nil, err
	}
	groups := []servedGroup{core}
	for _, each := range listed.Groups {
		var versions []string
		for _, version := range each.Versions {
			versions = append(versions, version.Version)
		}
		group, err := readGroup(folder, each.Name, versions, packages)
		if err != nil {
			return nil, err
		}
		groups = append(groups, group)
	}
	return groups, nil
}

func readGroup(folder, name string, versions []string, packages []packageFacts) (servedGroup, error) {
	group := servedGroup{Group: name, Versions: versions}
	for _, version := range versions {
		file := "apis__" + name + "__" + version + ".json"
		if name == "" {
			file = "api__" + version + ".json"
		}
		var read discoveryVersion
		if err := readJSON(filepath.Join(folder, file), &read); err != nil {
			return group, err
		}
		first := len(group.Resources)
		for _, resource := range read.Resources {
			if owner, below, ok := strings.Cut(resource.Name, "/"); ok {
				if err := addSubresource(group.Resources[first:], owner, below, resource); err != nil {
					return group, fmt.Errorf("%s: %w", file, err)
				}
				continue
			}
			served, err := resource.served(name, version, packages)
			if err != nil {
				return group, fmt.Errorf("%s: %w", file, err)
			}
			group.Resources = append(group.Resources, served)
		}
	}
	return group, nil
}

func (r discoveryResource) served(group, version string, packages []packageFacts) (servedResource, error) {
	scope := "Cluster"
	if r.Namespaced {
		scope = "Namespaced"
	}
	storage, err := storageVersion(r, packages)
	return servedResource{
		Version: version, Resource: r.Name, Kind: r.Kind, Scope: scope, Singular: r.SingularName,
		ShortNames: orEmpty(r.ShortNames), Categories: orEmpty(r.Categories), Verbs: orEmpty(r.Verbs),
		Subresources: []servedSubresource{}, Storage: storage,
	}, err
}

// addSubresource adds a subresource, whose kind is a plain name unless it belongs to another version.
func addSubresource(resources []servedResource, owner, name string, found discoveryResource) error {
	kind := found.Kind
	if found.Version != "" {
		kind = strings.TrimPrefix(found.Group+"/"+found.Version+"/"+kind, "/")
	}
	for i := range resources {
		if resources[i].Resource == owner {
			below := servedSubresource{name, kind, orEmpty(found.Verbs)}
			resources[i].Subresources = append(resources[i].Subresources, below)
			return nil
		}
	}
	return fmt.Errorf("the subresource %s/%s precedes its resource", owner, name)
}

// storageVersion returns the version in which etcd holds a resource. The documents contain the hash of its group,
// version and kind, so the versions of all packages with this kind are tried.
func storageVersion(of discoveryResource, packages []packageFacts) (string, error) {
	if of.StorageVersionHash == "" {
		return "", nil
	}
	for _, candidate := range packages {
		if candidate.Group == nil || candidate.Version == internalVersion {
			continue
		}
		sum := sha256.Sum256([]byte(*candidate.Group + "/" + candidate.Version + "/" + of.Kind))
		if base64.StdEncoding.EncodeToString(sum[:8]) == of.StorageVersionHash {
			return strings.TrimPrefix(*candidate.Group+"/"+candidate.Version, "/"), nil
		}
	}
	return "", fmt.Errorf("%s: no version of %s has the storage hash %s", of.Name, of.Kind, of.StorageVersionHash)
}

// orEmpty turns a missing list into an empty one.
func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// readJSON reads a file, which is compressed if its path ends with `.gz`.
func readJSON(path string, into any) error {
	text, err := os.ReadFile(path)
	if err == nil && strings.HasSuffix(path, ".gz") {
		var packed *gzip.Reader
		if packed, err = gzip.NewReader(bytes.NewReader(text)); err == nil {
			text, err = io.ReadAll(packed)
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
