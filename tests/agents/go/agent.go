// A scripted agent on the published A2A Go SDK, started as a program of its own.
//
// `agent --port 0 --store memory` serves JSON-RPC and HTTP+JSON and prints `ready URL` once it answers.
// The server is the SDK's; only the executor, and the patience below, are ours.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
	"github.com/a2aproject/a2a-go/v2/a2asrv/taskstore"
)

// patient answers a SendMessage whose script ends in SUBMITTED or WORKING, for which the SDK would wait forever.
type patient struct {
	a2asrv.RequestHandler
	executor *executor
}

func (p patient) SendMessage(ctx context.Context, request *a2a.SendMessageRequest) (a2a.SendMessageResult, error) {
	if !waitsForever(request) {
		return p.RequestHandler.SendMessage(ctx, request)
	}
	config := a2a.SendMessageConfig{}
	if request.Config != nil {
		config = *request.Config
	}
	config.ReturnImmediately = true
	changed := *request
	changed.Config = &config
	result, err := p.RequestHandler.SendMessage(ctx, &changed)
	if task, ok := result.(*a2a.Task); ok && err == nil {
		return p.until(ctx, &a2a.GetTaskRequest{ID: task.ID})
	}
	return result, err
}

func waitsForever(request *a2a.SendMessageRequest) bool {
	if request == nil || request.Message == nil || (request.Config != nil && request.Config.ReturnImmediately) {
		return false
	}
	line, scripted := lineOf(request.Message)
	if !scripted {
		return false
	}
	wanted, err := parse(line)
	// The SDK itself answers at AUTH_REQUIRED.
	return err == nil && !ends(wanted.last()) && wanted.last() != a2a.TaskStateAuthRequired
}

// until returns the task once it is as its script leaves it, or was cancelled.
func (p patient) until(ctx context.Context, request *a2a.GetTaskRequest) (a2a.SendMessageResult, error) {
	for {
		task, err := p.GetTask(ctx, request)
		if err != nil {
			return nil, err
		}
		left, known := p.executor.left.Load(task.ID)
		if ends(task.Status.State) || (known && same(task.Status, left.(a2a.TaskStatus))) {
			return task, nil
		}
		if !pause(ctx, time.Millisecond) {
			return nil, ctx.Err()
		}
	}
}

// sdkVersion returns the version of the SDK that was built in.
func sdkVersion() string {
	if built, ok := debug.ReadBuildInfo(); ok {
		for _, module := range built.Deps {
			if module.Path == "github.com/a2aproject/a2a-go/v2" {
				return strings.TrimPrefix(module.Version, "v")
			}
		}
	}
	return "unknown"
}

func card(url string) *a2a.AgentCard {
	return &a2a.AgentCard{
		Name:               "a2a-go (Go)",
		Description:        "Scripted agent: does what the last line of a message says; see docs/scripted-agents.md.",
		Version:            sdkVersion(),
		Provider:           &a2a.AgentProvider{Org: "task-conformance", URL: "https://example.com"},
		DefaultInputModes:  []string{"text/plain"},
		DefaultOutputModes: []string{"text/plain"},
		Skills: []a2a.AgentSkill{
			{ID: "script", Name: "Script", Description: "Carries out a script line.", Tags: []string{"test"}},
		},
		SupportedInterfaces: []*a2a.AgentInterface{
			a2a.NewAgentInterface(url+"/a2a/jsonrpc", a2a.TransportProtocolJSONRPC),
			a2a.NewAgentInterface(url+"/a2a/rest", a2a.TransportProtocolHTTPJSON),
		},
	}
}

func handler(url string) http.Handler {
	// Without a user's name the SDK's store refuses to list.
	anyone := func(context.Context) (string, error) { return "anyone", nil }
	store := taskstore.NewInMemory(&taskstore.InMemoryStoreConfig{Authenticator: anyone})
	served := card(url)
	scripted := &executor{store: store}
	requests := patient{executor: scripted, RequestHandler: a2asrv.NewHandler(
		scripted, a2asrv.WithTaskStore(store), a2asrv.WithCapabilityChecks(&served.Capabilities),
	)}
	mux := http.NewServeMux()
	mux.Handle(a2asrv.WellKnownAgentCardPath, a2asrv.NewStaticAgentCardHandler(served))
	mux.Handle("/a2a/jsonrpc", a2asrv.NewJSONRPCHandler(requests))
	mux.Handle("/a2a/rest/", http.StripPrefix("/a2a/rest", a2asrv.NewRESTHandler(requests)))
	return mux
}

func main() {
	port := flag.Int("port", 0, "0: a free one")
	store := flag.String("store", "memory", "memory: the SDK has no other")
	flag.Parse()
	if *store != "memory" {
		log.Fatalf("--store has no value %q", *store)
	}
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		log.Fatal(err)
	}
	url := "http://" + listener.Addr().String()
	fmt.Printf("ready %s\n", url)
	log.Fatal(http.Serve(listener, handler(url)))
}
