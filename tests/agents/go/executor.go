package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log"
	"slices"
	"sync"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
	"github.com/a2aproject/a2a-go/v2/a2asrv/taskstore"
)

// executor carries out the script lines, as an AgentExecutor of the A2A Go SDK.
type executor struct {
	store taskstore.Store
	// left is by task the status in which a script leaves it, where it stays open.
	left sync.Map
}

type yielding = func(a2a.Event, error) bool

func (e *executor) Execute(ctx context.Context, request *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield yielding) {
		line, scripted := lineOf(request.Message)
		if request.StoredTask != nil && !scripted {
			// The message has joined the history already. What waits for the answer needs an event.
			yield(request.StoredTask, nil)
			return
		}
		wanted, refusal := unscripted, error(nil)
		if scripted {
			wanted, refusal = parse(line)
		}
		if refusal != nil {
			wanted = script{states: []a2a.TaskState{a2a.TaskStateRejected}, messages: 1}
		}
		e.work(ctx, request, wanted, refusal, yield)
	}
}

func (e *executor) Cancel(_ context.Context, request *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield yielding) {
		yield(a2a.NewStatusUpdateEvent(request, a2a.TaskStateCanceled, nil), nil)
	}
}

// work goes through the script's states.
//
// Every event is the whole task: a status update would move the message of the status before into the history.
func (e *executor) work(
	ctx context.Context, request *a2asrv.ExecutorContext, wanted script, refusal error, yield yielding,
) {
	task := begun(request, wanted)
	e.left.Delete(task.ID)
	if request.StoredTask == nil && !yield(snapshot(task), nil) {
		return
	}
	for _, state := range wanted.states[:len(wanted.states)-1] {
		task.Status = a2a.TaskStatus{State: state, Timestamp: now()}
		if !yield(snapshot(task), nil) || !pause(ctx, wanted.hold) {
			return
		}
	}
	for range wanted.artifacts {
		task.Artifacts = append(task.Artifacts, artifact(len(task.Artifacts)+1))
	}
	task.Status = a2a.TaskStatus{State: wanted.last(), Timestamp: now()}
	if wanted.timestamp != nil {
		task.Status.Timestamp = wanted.timestamp
	}
	if refusal != nil {
		task.Status.Message = said(request, refusal.Error())
	}
	if !ends(wanted.last()) {
		e.left.Store(task.ID, task.Status)
	}
	if !yield(snapshot(task), nil) {
		return
	}
	late := make(chan struct{})
	go func() {
		defer close(late)
		e.addLate(context.WithoutCancel(ctx), task, wanted)
	}()
	if !ends(wanted.last()) {
		// To the SDK an execution that stops in such a state has failed.
		<-ctx.Done()
		<-late
	}
}

// addLate adds artifacts in the store: once a task has ended or waits for input, the SDK takes no more events.
func (e *executor) addLate(ctx context.Context, task *a2a.Task, wanted script) {
	number := len(task.Artifacts)
	for range wanted.artifactUpdates {
		time.Sleep(wanted.hold)
		number++
		if err := e.addOne(ctx, task, artifact(number)); err != nil {
			log.Printf("artifact %d of task %s: %v", number, task.ID, err)
			return
		}
	}
}

func (e *executor) addOne(ctx context.Context, task *a2a.Task, late *a2a.Artifact) error {
	for {
		stored, err := e.store.Get(ctx, task.ID)
		if err != nil && !errors.Is(err, a2a.ErrTaskNotFound) {
			return err
		}
		if err == nil && same(stored.Task.Status, task.Status) {
			before := *stored.Task
			stored.Task.Artifacts = append(stored.Task.Artifacts, late)
			_, err = e.store.Update(ctx, &taskstore.UpdateRequest{
				Task: stored.Task, PrevTask: &before, PrevVersion: stored.Version,
			})
			if !errors.Is(err, taskstore.ErrConcurrentModification) {
				return err
			}
		}
		time.Sleep(time.Millisecond)
	}
}

func same(one, other a2a.TaskStatus) bool {
	return one.State == other.State && one.Timestamp != nil && one.Timestamp.Equal(*other.Timestamp)
}

// begun returns the task as the script finds it, its messages included.
func begun(request *a2asrv.ExecutorContext, wanted script) *a2a.Task {
	task := &a2a.Task{ID: request.TaskID, ContextID: request.ContextID, History: []*a2a.Message{request.Message}}
	task.Status = a2a.TaskStatus{State: a2a.TaskStateSubmitted, Timestamp: now()}
	if request.StoredTask != nil {
		// The SDK compares with its own copy later.
		task = snapshot(request.StoredTask)
	}
	if wanted.messages == 0 {
		task.History = slices.DeleteFunc(task.History, func(m *a2a.Message) bool { return m.ID == request.Message.ID })
	}
	for range wanted.messages - 1 {
		task.History = append(task.History, said(request, fmt.Sprintf("message %d", len(task.History)+1)))
	}
	return task
}

// snapshot copies the task, which goes on changing while the SDK stores what it was handed.
func snapshot(task *a2a.Task) *a2a.Task {
	copied := *task
	copied.History, copied.Artifacts = slices.Clone(task.History), slices.Clone(task.Artifacts)
	return &copied
}

func said(request *a2asrv.ExecutorContext, text string) *a2a.Message {
	return a2a.NewMessageForTask(a2a.MessageRoleAgent, request, a2a.NewTextPart(text))
}

func artifact(number int) *a2a.Artifact {
	name := fmt.Sprintf("artifact-%d", number)
	part := a2a.NewTextPart(fmt.Sprintf("content of artifact %d", number))
	return &a2a.Artifact{ID: a2a.ArtifactID(name), Name: name, Parts: a2a.ContentParts{part}}
}

func now() *time.Time {
	stamp := time.Now().UTC()
	return &stamp
}

// pause waits; false when the execution was ended meanwhile.
func pause(ctx context.Context, hold time.Duration) bool {
	select {
	case <-time.After(hold):
		return true
	case <-ctx.Done():
		return false
	}
}
