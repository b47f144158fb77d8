package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"
)

// The `#conformance` line of docs/scripted-agents.md: text in, a script out. Carrying it out is executor.go's.

const mark = "#conformance"

var states = map[string]a2a.TaskState{
	"submitted":      a2a.TaskStateSubmitted,
	"working":        a2a.TaskStateWorking,
	"completed":      a2a.TaskStateCompleted,
	"failed":         a2a.TaskStateFailed,
	"canceled":       a2a.TaskStateCanceled,
	"input-required": a2a.TaskStateInputRequired,
	"rejected":       a2a.TaskStateRejected,
	"auth-required":  a2a.TaskStateAuthRequired,
}

var keys = []string{"state", "messages", "artifacts", "hold", "then", "timestamp", "artifact-update"}

var (
	countForm    = regexp.MustCompile(`^[0-9]{1,2}$`)
	durationForm = regexp.MustCompile(`^([0-9]{1,5})(ms|s)$`)
	momentForm   = regexp.MustCompile(`^[^.]{19}(\.[0-9]{1,9})?Z$`)
)

// script says what to do with a message; a timestamp of nil stands for the clock.
type script struct {
	states          []a2a.TaskState
	messages        int
	artifacts       int
	hold            time.Duration
	timestamp       *time.Time
	artifactUpdates int
}

func (s script) last() a2a.TaskState { return s.states[len(s.states)-1] }

// unscripted is what a message without a line gets.
var unscripted = script{states: []a2a.TaskState{a2a.TaskStateCompleted}, messages: 1, artifacts: 1}

// lineOf returns the script line at the end of the message's last text.
func lineOf(message *a2a.Message) (string, bool) {
	last := ""
	for _, part := range message.Parts {
		if text, ok := part.Content.(a2a.Text); ok {
			last = string(text)
		}
	}
	lines := strings.Split(strings.TrimRight(last, "\r\n"), "\n")
	line := lines[len(lines)-1]
	return line, line == mark || strings.HasPrefix(line, mark+" ")
}

// parse reads a whole script line; its errors name the key.
func parse(line string) (script, error) {
	given := map[string]string{}
	for _, pair := range strings.Split(line, " ")[1:] {
		key, value, complete := strings.Cut(pair, "=")
		if !slices.Contains(keys, key) {
			return script{}, fmt.Errorf("unknown key %q", key)
		}
		if _, twice := given[key]; twice {
			return script{}, fmt.Errorf("%q is there twice", key)
		}
		if !complete {
			return script{}, fmt.Errorf("%q has no value", key)
		}
		given[key] = value
	}
	return interpret(given)
}

func interpret(given map[string]string) (parsed script, err error) {
	if parsed.states, err = path(given); err != nil {
		return script{}, err
	}
	if parsed.messages, err = count(given, "messages", 1); err != nil {
		return script{}, err
	}
	if parsed.artifacts, err = count(given, "artifacts", 0); err != nil {
		return script{}, err
	}
	if parsed.artifactUpdates, err = count(given, "artifact-update", 0); err != nil {
		return script{}, err
	}
	if parsed.hold, err = duration(given); err != nil {
		return script{}, err
	}
	if parsed.timestamp, err = moment(given); err != nil {
		return script{}, err
	}
	if parsed.hold > 0 && len(parsed.states) == 1 {
		parsed.states = append([]a2a.TaskState{a2a.TaskStateWorking}, parsed.states...)
	}
	return parsed, nil
}

func path(given map[string]string) ([]a2a.TaskState, error) {
	key, words := "state", []string{"completed"}
	if value, ok := given["state"]; ok {
		words = []string{value}
	}
	if value, ok := given["then"]; ok {
		key, words = "then", strings.Split(value, ",")
	}
	var found []a2a.TaskState
	for _, word := range words {
		state, ok := states[word]
		if !ok {
			return nil, noValue(key, word)
		}
		if len(found) > 0 && ends(found[len(found)-1]) {
			return nil, fmt.Errorf(`"then" goes on after a terminal or input-required state, which the SDK does not allow`)
		}
		found = append(found, state)
	}
	return found, nil
}

// ends tells whether the SDK ends an execution in this state.
func ends(state a2a.TaskState) bool { return state.Terminal() || state == a2a.TaskStateInputRequired }

func noValue(key, value string) error { return fmt.Errorf("%q has no value %q", key, value) }

func count(given map[string]string, key string, otherwise int) (int, error) {
	value, ok := given[key]
	if !ok {
		return otherwise, nil
	}
	number, err := strconv.Atoi(value)
	if !countForm.MatchString(value) || err != nil || number > 50 {
		return 0, noValue(key, value)
	}
	return number, nil
}

func duration(given map[string]string) (time.Duration, error) {
	value, ok := given["hold"]
	if !ok {
		return 0, nil
	}
	hold, err := time.ParseDuration(value)
	if !durationForm.MatchString(value) || err != nil || hold > 10*time.Second {
		return 0, noValue("hold", value)
	}
	return hold, nil
}

func moment(given map[string]string) (*time.Time, error) {
	value, ok := given["timestamp"]
	if !ok {
		return nil, nil
	}
	stamp, err := time.Parse(time.RFC3339Nano, value)
	if !momentForm.MatchString(value) || err != nil {
		return nil, noValue("timestamp", value)
	}
	return &stamp, nil
}
