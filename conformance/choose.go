package main

import (
	"bytes"
	"flag"
	"fmt"
	"reflect"
	"runtime/coverage"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

// The value of a newly covered statement of Kubernetes, in states of fields.
const statementWorth = 50

// chooseSeeds runs the subcommand `choose`: it tries seeds and selects those whose cases have the most coverage for
// their size. It prints the kinds with their seeds, in the format that `cases` reads.
func chooseSeeds(args []string) error {
	flags := flag.NewFlagSet("choose", flag.ExitOnError)
	seed := flags.Int64("seed", 1, "first seed")
	tries := flags.Int("tries", 60, "seeds to try")
	size := flags.Int("size", 5_000_000, "how many bytes the inputs of all cases may have")
	if err := flags.Parse(args); err != nil {
		return err
	}
	maker, err := newMaker()
	if err != nil {
		return err
	}
	kinds, err := parseKinds(flags.Args(), nil)
	if err != nil {
		return err
	}
	selection := selection{ids: map[string]int{}}
	families := familiesOf(kinds)
	for index, family := range families {
		for _, each := range seedsFrom(*seed, *tries) {
			if err := selection.try(maker, index, family, each); err != nil {
				return err
			}
		}
	}
	chosen := selection.choose(len(families), *size)
	for index, family := range families {
		slices.Sort(chosen[index])
		for _, kind := range family {
			seeds := strings.Trim(strings.ReplaceAll(fmt.Sprint(chosen[index]), " ", ","), "[]")
			fmt.Printf("%s@%s\n", strings.TrimPrefix(kindPath(kind), "/"), seeds)
		}
	}
	return nil
}

// familiesOf returns kinds with all their versions, between which chains are possible.
func familiesOf(kinds []seeded) [][]schema.GroupVersionKind {
	var all [][]schema.GroupVersionKind
	for _, each := range kinds {
		same := func(family []schema.GroupVersionKind) bool { return family[0].Kind == each.kind.Kind }
		if at := slices.IndexFunc(all, same); at >= 0 {
			all[at] = append(all[at], each.kind)
		} else {
			all = append(all, []schema.GroupVersionKind{each.kind})
		}
	}
	return all
}

// evidence contains the coverage of cases: executed statements and states of fields.
type evidence map[string]bool

// isStatement distinguishes statements from states of fields.
func isStatement(what string) bool { return strings.HasPrefix(what, "#") }

// selection selects candidates.
type selection struct {
	// Numbers of covered statements and states, and the value of each, which is zero once it is covered.
	ids        map[string]int
	worth      []int
	candidates []candidate
}

// candidate contains the cases of a family for one seed.
type candidate struct {
	family int
	seed   int64
	size   int
	shows  []int
}

func (s *selection) try(m *maker, index int, family []schema.GroupVersionKind, seed int64) error {
	shows, size, err := m.show(family, seed)
	if err != nil {
		return err
	}
	tried := candidate{family: index, seed: seed, size: size}
	for what := range shows {
		id, known := s.ids[what]
		if !known {
			id = len(s.worth)
			s.ids[what] = id
			s.worth = append(s.worth, 1)
			if isStatement(what) {
				s.worth[id] = statementWorth
			}
		}
		tried.shows = append(tried.shows, id)
	}
	s.candidates = append(s.candidates, tried)
	return nil
}

// choose selects the best candidate of each family, and then the best of all until the size limit is reached.
func (s *selection) choose(families, room int) [][]int64 {
	chosen := make([][]int64, families)
	take := func(best candidate) {
		chosen[best.family] = append(chosen[best.family], best.seed)
		room -= best.size
		for _, id := range best.shows {
			s.worth[id] = 0
		}
	}
	for family := range families {
		best, _ := s.best(func(c candidate) bool { return c.family == family })
		take(best)
	}
	for {
		best, value := s.best(func(c candidate) bool { return c.size <= room })
		if value == 0 {
			return chosen
		}
		take(best)
	}
}

// best returns the candidate with the most coverage for its size, and that value.
func (s *selection) best(allowed func(candidate) bool) (best candidate, most float64) {
	found := false
	for _, each := range s.candidates {
		if !allowed(each) {
			continue
		}
		gain := 0
		for _, id := range each.shows {
			gain += s.worth[id]
		}
		if value := float64(gain) / float64(each.size); value > most || !found {
			best, most, found = each, value, true
		}
	}
	return best, most
}

// show creates the cases of a family for one seed, and returns the size of their inputs in bytes.
func (m *maker) show(family []schema.GroupVersionKind, seed int64) (evidence, int, error) {
	if err := coverage.ClearCounters(); err != nil {
		return nil, 0, fmt.Errorf("built without -cover -covermode=atomic: %w", err)
	}
	kinds := make([]seeded, len(family))
	for i, kind := range family {
		kinds[i] = seeded{kind, []int64{seed}}
	}
	results, err := m.all(kinds)
	if err != nil {
		return nil, 0, err
	}
	shows, size := evidence{}, 0
	for _, kind := range family {
		object, err := scheme.New(kind)
		if err != nil {
			return nil, 0, err
		}
		for _, res := range results[kind] {
			size += len(res.In)
			if document, err := parse([]byte(res.In)); err == nil {
				states(reflect.TypeOf(object).Elem(), document, shows)
			}
		}
	}
	var counters bytes.Buffer
	if err := coverage.WriteCounters(&counters); err != nil {
		return nil, 0, err
	}
	return shows, size, readCounters(counters.Bytes(), shows)
}
